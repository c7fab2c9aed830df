import { createContext } from 'react'

/** The names of controls that screens and sheets bring along, which the app gives in the member's language. */
export const Labels = createContext({ back: 'Back', close: 'Close' })
