import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { unprivilegedUser } from '#built-in/postgres/run-user.ts'
import { asRoot, query, useTestBed } from '#built-in/postgres/test-bed.ts'

const theBed = useTestBed()

describe('the place of the embedded database', () => {
  it('listens on a short path when that of the data is too long for a socket, else on loopback', async () => {
    const bed = theBed()
    const dataDir = join(bed.folder, 'long'.repeat(25), 'data')
    const first = await bed.start({ dataDir })
    const { host } = first.connection
    expect(host).toMatch(/^\/tmp\/scene-[0-9a-f]{12}$/)
    expect(lstatSync(host).mode & 0o777).toBe(0o700)
    expect(await query(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await first.stop()
    expect(existsSync(host)).toBe(false)

    // Somebody else took the name in /tmp first.
    writeFileSync(host, '')
    try {
      const second = await bed.start({ dataDir })
      expect(second.connection.host).toBe('127.0.0.1')
      expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    } finally {
      rmSync(host)
    }
  })

  it.runIf(process.platform === 'linux')('says so where nobody can make the folder', async () => {
    for (const dataDir of ['/proc/scene/data', '/dev/null/data'])
      await expect(theBed().start({ dataDir })).rejects.toThrow(/cannot start on .*: ENO\w+: .*, mkdir/)
  })

  it('makes the library links itself when install scripts were blocked', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const packageDir = bed.packageWithoutLinks()
    const database = await bed.start({ packageDir })
    expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(lstatSync(join(packageDir, 'native/lib/libicuuc.so.60')).isSymbolicLink()).toBe(true)
    expect(bed.lines).toEqual([])
  })

  it.runIf(asRoot)('copies the programs when its account cannot reach them', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const packageDir = bed.packageWithoutLinks()
    chmodSync(packageDir, 0o700)
    const database = await bed.start({ packageDir })
    expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(bed.lines).toEqual([
      expect.stringMatching(/^Copying the PostgreSQL programs .+ to .+\/data\/postgresql-/),
    ])
    await database.stop()
    await bed.start({ packageDir })
    expect(bed.lines).toHaveLength(1)
  })

  it.runIf(asRoot)(
    'keeps the data elsewhere when its account cannot enter the folder, and finds it again',
    async () => {
      const bed = theBed()
      const home = join(bed.folder, 'home')
      mkdirSync(home, { mode: 0o700 })
      const dataDir = join(home, 'data')
      const first = await bed.start({ dataDir })
      expect(first.dataDir).toMatch(new RegExp(`^${bed.folder}/reachable/[0-9a-f]{12}$`))
      expect(bed.lines.join()).toContain(`kept in ${first.dataDir}, not in ${dataDir}`)
      expect(statSync(join(first.dataDir, 'cluster')).uid).toBe(unprivilegedUser().uid)
      await query(first, 'CREATE TABLE film (title text)')
      await first.stop()

      // Now reachable: the old rows matter more than the wanted place.
      chmodSync(home, 0o755)
      const second = await bed.start({ dataDir })
      expect(second).toMatchObject({ isNew: false, dataDir: first.dataDir })
      expect(await query(second, 'SELECT * FROM film')).toEqual([])
    },
  )

  it.runIf(asRoot)('takes a restored copy that belongs to root and is open to others', async () => {
    const bed = theBed()
    await bed.useStartedBefore()
    const first = await bed.start()
    await query(first, 'CREATE TABLE film (title text)')
    await first.stop()
    const restored = join(bed.folder, 'restored')
    cpSync(bed.dataDir, restored, { recursive: true })
    chmodSync(join(restored, 'cluster'), 0o755)
    const second = await bed.start({ dataDir: restored })
    expect(await query(second, 'SELECT * FROM film')).toEqual([])
  })
})
