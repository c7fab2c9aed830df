import { Counter, Histogram, Registry } from 'prom-client'

/** Counters of this process; `/metrics` shows them all, the operator's page some. */
export interface Metrics {
  registry: Registry
  answers: Histogram<'method' | 'route' | 'status'>
  jobs: Counter<'task' | 'outcome'>
  filmSource: Counter<'outcome'>
  mail: Counter<'outcome'>
  push: Counter<'outcome'>
  questions: Counter<'language' | 'outcome'>
  queries: Histogram<'name'>
}

/** Upper bounds in seconds. */
const answerSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const querySeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    answers: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from a request to its whole answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: answerSeconds,
      registers,
    }),
    jobs: new Counter({
      name: 'scene_jobs_total',
      help: 'Attempts at jobs: done, failed (tried again), or spent (failed for good).',
      labelNames: ['task', 'outcome'],
      registers,
    }),
    filmSource: new Counter({
      name: 'scene_film_source_requests_total',
      help: 'Requests to the film database: answered, not_found, refused (the key), slowed or failed.',
      labelNames: ['outcome'],
      registers,
    }),
    mail: new Counter({
      name: 'scene_mail_total',
      help: 'Mails by SMTP: sent, refused (this recipient) or failed.',
      labelNames: ['outcome'],
      registers,
    }),
    push: new Counter({
      name: 'scene_push_total',
      help: 'Messages to push services: sent, gone (this browser), refused or failed.',
      labelNames: ['outcome'],
      registers,
    }),
    questions: new Counter({
      name: 'scene_assistant_questions_total',
      help: 'Questions that SceneBot answered without a language model: understood or not_understood. Their words are kept nowhere.',
      labelNames: ['language', 'outcome'],
      registers,
    }),
    queries: new Histogram({
      name: 'scene_db_query_duration_seconds',
      help: 'Time from a statement to its last row, by what it does and the first table that it names.',
      labelNames: ['name'],
      buckets: querySeconds,
      registers,
    }),
  }
}
