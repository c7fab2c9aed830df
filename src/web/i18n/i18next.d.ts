import 'i18next'
import type accountTexts from './en.account.json'
import type otherTexts from './en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    /** Makes `t('…')` refuse keys that the catalogue does not have. */
    resources: { translation: typeof accountTexts & typeof otherTexts }
    returnNull: false
  }
}
