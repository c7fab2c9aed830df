import { spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'

test.skipIf(!existsSync('/dev/full'))('a log whose disk is full does not end the process', () => {
  const script = `
    const { createLogger } = await import(${JSON.stringify(new URL('logger.ts', import.meta.url).href)})
    const logger = createLogger('info')
    logger.info('lost')
    setTimeout(() => { logger.info('lost too'); console.error('alive') }, 100)`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect([status, stderr]).toEqual([0, 'alive\n'])
})
