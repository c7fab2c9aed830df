// npm run score:assistant: how many of the set questions SceneBot answers rightly without a language model.
// Starts Scene on a database of its own with the built-in catalogue; needs no network. docs/assistant.md has the score.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { scoreAssistant, worseThanRecorded } from '#test/assistant/score.ts'
import { startScene } from '#test/scene-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'scene-score-'))
// Run as root, the database server has another account, which must be able to enter.
chmodSync(folder, 0o755)
const scene = await startScene({
  SCENE_DATA_DIR: folder,
  SCENE_DEMO: '0',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
})
try {
  const results = await scoreAssistant(scene.url, new Date())
  const right = results.filter(({ fault }) => fault === null).length
  print(
    'language',
    Object.groupBy(results, ({ language }) => language),
  )
  print(
    'intent',
    Object.groupBy(results, ({ question }) => question.intent),
  )
  for (const { question, answer, fault } of results)
    if (fault !== null) console.log(`\n✗ ${question.ask}: ${fault}\n${answer.reply}`)
  console.log(`\n${right} of ${results.length} right`)
  const worse = worseThanRecorded(results)
  for (const line of worse) console.log(line)
  if (worse.length > 0) process.exitCode = 1
} finally {
  await scene.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

function print(by, groups) {
  console.log(`\nBy ${by}`)
  for (const [name, results] of Object.entries(groups))
    console.log(
      `  ${name.padEnd(16)} ${results.filter(({ fault }) => fault === null).length} of ${results.length}`,
    )
}
