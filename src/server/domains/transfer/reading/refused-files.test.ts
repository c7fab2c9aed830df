import { describe, expect, test } from 'vitest'
import { archive, diaryHeader, fault, filmHeader, zip } from '#test/fakes/import-files.ts'

describe('what is no import', () => {
  test('says what is wrong and where', async () => {
    expect(await fault('photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]))).toEqual([
      'import.not_a_file',
      'photo.jpg:1',
    ])
    expect(await fault('table.csv', 'a,b\n1,2\n')).toEqual(['import.columns', 'table.csv:1'])
    expect(await fault('empty.csv', '')).toEqual(['import.empty', 'empty.csv'])
    expect(await fault('blank.csv', '\n \n')).toEqual(['import.empty', 'blank.csv'])
    expect(await fault('nul.csv', `${filmHeader}\n\n2025-01-01,a\0b\n`)).toEqual([
      'import.not_a_file',
      'nul.csv:3',
    ])
    const cut = Buffer.from(`${filmHeader}\n2025-01-01,Amélie et Noé,2001,u\n2025-01-01,Ran\u00e9,1985,u\n`)
    const spoilt = cut.subarray(0, cut.lastIndexOf(0xa9))
    expect(await fault('watchlist.csv', spoilt)).toEqual(['import.not_a_file', 'watchlist.csv:3'])
    const open = `${diaryHeader}\n2025-01-01,Fine,2000,u,4,,,\n2025-01-01,"Open,2000,u,4,,,\n`
    expect(await fault('diary.csv', open)).toEqual(['import.broken', 'diary.csv:3'])
    expect(await fault('other.zip', zip({ 'notes.txt': 'hello' }))).toEqual([
      'import.not_a_file',
      'other.zip',
    ])
    expect(await fault('diary.csv', zip(archive), 'letterboxd-logs')).toEqual([
      'import.not_a_file',
      'diary.csv',
    ])
    expect(await fault('cut.zip', zip(archive).subarray(0, 400))).toEqual(['import.archive', 'cut.zip'])
  })

  test('lines without end are not read to their end, and others have their turn meanwhile', async () => {
    const lines = zip({ 'ratings.csv': `${filmHeader},Rating\n${'\n'.repeat(1_100_000)}` })
    let others = 0
    const timer = setInterval(() => others++, 1)
    expect(await fault('lines.zip', lines)).toEqual(['import.too_large', 'ratings.csv:1000001'])
    clearInterval(timer)
    expect(others).toBeGreaterThan(5)
    const commas = `${filmHeader},Rating\n${','.repeat(500_000)}`
    expect(await fault('ratings.csv', commas)).toEqual(['import.broken', 'ratings.csv:2'])
  })

  test('archives that lead out of themselves or unpack without end are refused before they are unpacked', async () => {
    const renamed = (from: string, to: string) => {
      const packed = zip({ [from]: filmHeader })
      for (let at = packed.indexOf(from); at >= 0; at = packed.indexOf(from, at + 1)) packed.write(to, at)
      return packed
    }
    expect(await fault('up.zip', renamed('aa/watchlist.csv', '../watchlist.csv'))).toEqual([
      'import.archive',
      'up.zip',
    ])
    expect(await fault('root.zip', renamed('aatchlist.csv', '/atchlist.csv'))).toEqual([
      'import.archive',
      'root.zip',
    ])
    // As much as its list of files says, and more than it says.
    const bomb = withSize('0'.repeat(1024 * 1024), 200 * 1024 * 1024)
    expect(await fault('bomb.zip', bomb)).toEqual(['import.archive', 'bomb.zip'])
    // Folders unpack to nothing, and reading their list takes time.
    expect(await fault('folders.zip', withFolders(30_001))).toEqual(['import.archive', 'folders.zip'])
    const twice = zip({ 'a/diary.csv': 'x', 'b/diary.csv': 'y' })
    for (let at = twice.indexOf('b/'); at >= 0; at = twice.indexOf('b/', at + 1)) twice.write('a', at)
    expect(await fault('twice.zip', twice)).toEqual(['import.archive', 'a/diary.csv'])
    const spoilt = zip({ 'watchlist.csv': `${filmHeader}\n2025-01-01,Heat,1995,u\n` })
    const sum = spoilt.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 16
    spoilt.writeUInt32LE((spoilt.readUInt32LE(sum) ^ 1) >>> 0, sum)
    expect(await fault('spoilt.zip', spoilt)).toEqual(['import.archive', 'watchlist.csv'])
    const lie = withSize('0'.repeat(1024 * 1024), 10)
    expect(await fault('lie.zip', lie)).toEqual(['import.archive', 'diary.csv'])
  })
})

/** An archive with one file that claims to be of another size. */
function withSize(text: string, claimed: number): Buffer {
  const packed = zip({ 'diary.csv': text })
  const [real, said] = [Buffer.alloc(4), Buffer.alloc(4)]
  real.writeUInt32LE(text.length)
  said.writeUInt32LE(claimed)
  for (let at = packed.indexOf(real); at >= 0; at = packed.indexOf(real, at + 1)) said.copy(packed, at)
  return packed
}

/** An archive of nothing but folders. */
function withFolders(count: number): Buffer {
  const packed = zip({ 'a/': '' })
  const [list, end] = ['PK\u0001\u0002', 'PK\u0005\u0006'].map((mark) => packed.indexOf(mark, 0, 'latin1'))
  const folder = packed.subarray(list, end)
  const last = Buffer.from(packed.subarray(end))
  last.writeUInt16LE(count, 10)
  last.writeUInt32LE(folder.length * count, 12)
  return Buffer.concat([packed.subarray(0, list), ...Array.from({ length: count }, () => folder), last])
}
