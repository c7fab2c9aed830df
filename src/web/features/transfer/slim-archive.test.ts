import { strToU8, unzipSync, zipSync, type Zippable } from 'fflate'
import { expect, it } from 'vitest'
import { withoutPictures } from './slim-archive.ts'

const pack = (files: Zippable) => new File([zipSync(files)], 'scene-layla.zip', { type: 'application/zip' })
const unpack = async (file: File | null) => unzipSync(new Uint8Array((await file?.arrayBuffer()) ?? []))
const noise = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 7919) % 251)

const texts = {
  'scene.json': strToU8('{"format":"scene-export"}'),
  'logs.json': strToU8('[\n]'.repeat(5000)),
  'letterboxd/lists/مدينة.csv': strToU8('Title\r\nParasite\r\n'),
  'lists/media/notes.csv': strToU8('a'),
}

it('keeps all but the pictures, byte for byte, wherever they stand', async () => {
  const archive = pack({
    'media/1.webp': [noise(200_000), { level: 0 }],
    ...texts,
    'media/deep/2.webp': [noise(50_000), { level: 0 }],
  })
  const slim = await withoutPictures(archive)
  expect(slim?.name).toBe('scene-layla.zip')
  expect(slim?.size).toBeLessThan(archive.size - 250_000)
  expect(await unpack(slim)).toEqual(texts)
})

it('finds the pictures of an export that was packed again inside of its folder', async () => {
  const archive = pack({
    'scene-layla/scene.json': texts['scene.json'],
    'scene-layla/media/1.webp': noise(9),
  })
  expect(Object.keys(await unpack(await withoutPictures(archive)))).toEqual(['scene-layla/scene.json'])
})

it('reads past a comment at the end', async () => {
  const packed = zipSync({ ...texts, 'media/1.webp': noise(9) })
  new DataView(packed.buffer).setUint16(packed.length - 2, 3, true)
  const archive = new File([packed, 'abc'], 'a.zip')
  expect(await unpack(await withoutPictures(archive))).toEqual(texts)
})

it('gives nothing where no picture is, no export of Scene is, or no archive is', async () => {
  expect(await withoutPictures(pack(texts))).toBeNull()
  expect(await withoutPictures(pack({ 'diary.csv': noise(9), 'media/1.webp': noise(9) }))).toBeNull()
  expect(await withoutPictures(new File(['PK, so it says'], 'a.zip'))).toBeNull()
  const packed = zipSync({ ...texts, 'media/1.webp': noise(9) })
  expect(await withoutPictures(new File([packed.slice(400)], 'a.zip'))).toBeNull()
})
