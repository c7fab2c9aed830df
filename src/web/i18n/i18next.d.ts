import 'i18next'
import type accountTexts from './en.account.json'
import type appTexts from './en.app.json'
import type homeTexts from './en.home.json'
import type stepsTexts from './en.steps.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    /** Makes `t('…')` refuse keys that the catalogue does not have. */
    resources: { translation: typeof accountTexts & typeof stepsTexts & typeof homeTexts & typeof appTexts }
    returnNull: false
  }
}
