import { escapeHtml } from './escape-html.ts'

/** HTML that needs no more escaping. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | false | readonly Part[]

const textOf = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return part === null || part === false ? '' : part.map(textOf).join('')
}

/** Template tag for HTML: values are escaped unless they are `Html`. Attributes must be in double quotes. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.reduce((page, text, at) => page + textOf(parts[at - 1] ?? null) + text))
