const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g

/**
 * What a text in the box asks for: trimmed, with Latin digits, since a number may be a film's (design system,
 * section 5.5).
 */
export function queryOf(text: string): string {
  return text.trim().replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 15))
}
