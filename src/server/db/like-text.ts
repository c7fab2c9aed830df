/** Escapes a text for LIKE, so that it stands for itself. */
export const likeText = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
