/**
 * Reviews of other services as plain text: of the tags that Letterboxd allows (`br strong em b i a blockquote`, and
 * `p`) line breaks stay line breaks, links keep their address, the rest loses its marks. What only looks like a tag
 * (`<3`) stays as it is.
 */
export function htmlText(html: string): string {
  return html
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/(p|blockquote)\s*>/gi, '\n\n')
    .replaceAll(link, (_whole, _quote: string, address: string, text: string) =>
      text.includes(address) ? text : `${text} (${address})`,
    )
    .replaceAll(/<\/?(?:strong|em|b|i|a|blockquote|p)(?:\s[^<>]{0,500})?>/gi, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, entity)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const link = /<a\s[^<>]{0,200}?href=(["'])(https?:\/\/[^"'<>\s]{1,500})\1[^<>]{0,200}>([^<>]{0,1000})<\/a>/gi

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

function entity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  const allowed =
    code === 9 || code === 10 || (code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
  return allowed ? String.fromCodePoint(code) : whole
}
