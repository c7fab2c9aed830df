import { expect } from 'vitest'

/** Every item of a paged list, two a page; fails when a page is longer or an answer is no success. */
export async function allPages<T>(
  read: (page: {
    limit: number
    cursor?: string
  }) => Promise<{ status: number; data: T[]; headers: Headers }>,
): Promise<T[]> {
  const items: T[] = []
  let cursor: string | undefined
  do {
    const { status, data, headers } = await read({ limit: 2, ...(cursor && { cursor }) })
    expect(status).toBe(200)
    expect(data.length).toBeLessThanOrEqual(2)
    items.push(...data)
    cursor = headers.get('x-next-cursor') ?? undefined
  } while (cursor)
  return items
}

/** A cursor as a forger would write it. */
export const forgedCursor = (...values: string[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
