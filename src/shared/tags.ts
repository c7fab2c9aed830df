/** How many tags a log has, and how many characters one of them. */
export const maxTags = 500
export const maxTagLength = 200

/** By what tags are the same: their case tells none apart. */
export const tagKey = (tag: string): string => tag.toLowerCase()

/** Tags as they are kept, from a text that parts them by commas: without blanks around, each once as first spelled. */
export function parseTags(text: string): string[] {
  const tags = new Map<string, string>()
  for (const part of text.normalize('NFC').split(',')) {
    const tag = part.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
    if (tag !== '' && !tags.has(tagKey(tag))) tags.set(tagKey(tag), tag)
  }
  return [...tags.values()]
}
