import { beforeEach, describe, expect, it } from 'vitest'
import {
  conversationLifetimeMs,
  historyOf,
  readConversation,
  unansweredQuestion,
  writeConversation,
  type Message,
} from './conversation.ts'

const member = 'a-member'
const key = `sceneBot:${member}`
const at = Date.UTC(2026, 5, 1, 20)
const said = (number: number, given: Partial<Message> = {}): Message => ({
  id: `m${number}`,
  sender: number % 2 === 0 ? 'user' : 'bot',
  text: `Text ${number}`,
  at: at + number,
  ...given,
})
const many = (count: number) => Array.from({ length: count }, (_, number) => said(number))
const read = (now: number) => readConversation(localStorage, member, now)

beforeEach(() => localStorage.clear())

describe('what is kept', () => {
  const films = [{ id: 7, title: 'Seven', year: 1995, poster: null }]

  it('comes back as it was, with the time of the last message', () => {
    const messages = [said(0), said(1, { films, language: 'english', by: 'built-in' })]
    writeConversation(localStorage, member, messages)
    expect(read(at)).toEqual(messages)
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({ timestamp: at + 1 })
    expect(readConversation(localStorage, 'another', at)).toEqual([])
  })

  it('is forgotten 24 hours after the last message', () => {
    writeConversation(localStorage, member, [said(0)])
    expect(read(at + conversationLifetimeMs - 1)).toHaveLength(1)
    expect(read(at + conversationLifetimeMs)).toEqual([])
    expect(localStorage.getItem(key)).toBeNull()
  })

  it('is at most a hundred messages, the newest', () => {
    expect(writeConversation(localStorage, member, many(120)).messages.map(({ id }) => id)).toEqual(
      many(120)
        .slice(20)
        .map(({ id }) => id),
    )
    expect(read(at)).toHaveLength(100)
  })

  it('is nothing after the last message is gone', () => {
    writeConversation(localStorage, member, [said(0)])
    writeConversation(localStorage, member, [])
    expect(localStorage.length).toBe(0)
  })

  it.each([
    ['', 'no JSON'],
    ['null', 'nothing'],
    ['{"messages":[]}', 'no time'],
    ['{"messages":[{"sender":"cat","text":"x"}],"timestamp":1}', 'another sender'],
    [`{"messages":[{"id":"1","sender":"bot","text":{},"at":1}],"timestamp":${at}}`, 'no text'],
    [`{"messages":{"length":1},"timestamp":${at}}`, 'no list'],
  ])('%s (%s) is no conversation, and harmless', (stored) => {
    localStorage.setItem(key, stored)
    expect(read(at)).toEqual([])
  })
})

describe('what SceneBot hears', () => {
  it('is the last twelve messages that count, in bounds, films by their ids', () => {
    const films = [{ id: 7, title: 'Seven', year: 1995, poster: null }]
    const messages = [...many(20), said(20, { aside: 'note' }), said(21, { aside: 'failed' })]
    messages[19] = said(19, { films, text: 'x'.repeat(7000) })
    const heard = historyOf(messages)
    expect(heard).toHaveLength(12)
    expect(heard[0]).toEqual({ sender: 'user', text: 'Text 8' })
    expect(heard.at(-1)).toEqual({ sender: 'bot', text: 'x'.repeat(6000), films: [7] })
  })
})

describe('what is unanswered', () => {
  it.each([
    [[], null],
    [[said(0), said(1)], null],
    [[said(0)], 'm0'],
    [[said(0), said(1, { aside: 'failed' })], 'm0'],
    [[said(0, { aside: 'note' })], null],
    [[said(1), said(3, { aside: 'failed' })], null],
  ])('%#', (messages, id) => {
    expect(unansweredQuestion(messages)?.id ?? null).toBe(id)
  })
})
