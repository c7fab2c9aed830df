/** Where a piece may end: after a line, or after a sentence. */
const ends = /\n|[.!?؟…]["'»”’)\]*_]*[ \t]+/g

/** The longest piece, in characters; longer sentences are split. */
const maxPieceLength = 300

/** Markup goes, what it marks stays. Of links the address goes too: it is nothing to read, and may lead anywhere. */
export function plain(text: string): string {
  return (
    text
      .replaceAll(/^[ \t]*(?:```|~~~)[^\n]*(?:\n|$)/gm, '')
      .replaceAll(/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, '')
      .replaceAll(/^ {0,3}(?:#{1,6}|>)[ \t]+/gm, '')
      .replaceAll(/^([ \t]*)[*+][ \t]+/gm, '$1- ')
      .replaceAll(/!?\[([^[\]\n]*)\]\([^()\s]*(?:[ \t][^()\n]*)?\)/g, '$1')
      .replaceAll(/<\/?[a-z!][^<>]*>/gi, '')
      .replaceAll(/(?:https?:\/\/|www\.)\S+/gi, '')
      .replaceAll(/\*\*|__|~~|`/g, '')
      // As in M*A*S*H, one between two letters marks nothing.
      .replaceAll(/(?<![\p{L}\p{N}])[*_](?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.!?])[*_](?![\p{L}\p{N}])/gu, '')
      .replaceAll(/[^\P{C}\n\t\p{Cf}]|[\u202D\u202E]/gu, '')
  )
}

/** Turns a streamed reply into plain text, and passes it on sentence by sentence or line by line. */
export function createPlainText(hear: (text: string) => void) {
  let waiting = ''
  let said = ''

  const say = (length: number) => {
    const made = plain(waiting.slice(0, length))
    waiting = waiting.slice(length)
    const text = said === '' ? made.trimStart() : made
    if (text === '') return
    said += text
    hear(text)
  }

  return {
    add(text: string) {
      waiting += text
      const end = lastEnd(waiting)
      if (end > 0) say(end)
    },
    /** The whole text. */
    end(): string {
      say(waiting.length)
      return said.trimEnd()
    },
  }
}

function lastEnd(text: string): number {
  let end = 0
  for (const match of text.matchAll(ends)) {
    const next = match.index + match[0].length
    if (!isOpen(text.slice(0, next))) end = next
  }
  return end === 0 && text.length > maxPieceLength ? text.lastIndexOf(' ') + 1 : end
}

/** Whether a link or a tag goes on after it. */
const isOpen = (text: string) =>
  text.lastIndexOf('[') > text.lastIndexOf(']') || text.lastIndexOf('<') > text.lastIndexOf('>')
