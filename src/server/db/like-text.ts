/** A text for a pattern of LIKE in which it stands for itself. */
export const likeText = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
