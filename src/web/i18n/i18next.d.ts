import 'i18next'
import type catalogue from './en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    /** Makes `t('…')` refuse keys that the catalogue does not have. */
    resources: { translation: typeof catalogue }
    returnNull: false
  }
}
