const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string) =>
  text.replaceAll(
    /&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g,
    (whole, decimal?: string, hex?: string, name = '') =>
      decimal || hex
        ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16))
        : (named[name] ?? whole),
  )

/** The text of the first element of a name. */
export function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text === undefined ? undefined : plain(text)
}

/**
 * For each element of a name, the texts of some elements inside it. S3's answers have neither CDATA nor nested
 * elements of the same name.
 */
export function textsOf(xml: string, name: string, inner: readonly string[]): (string | undefined)[][] {
  const elements = xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))
  return [...elements].map(([, text = '']) => inner.map((one) => textOf(text, one)))
}
