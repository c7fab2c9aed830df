import type * as z from 'zod'

/** A look-up that the model may ask for. What `run` throws ends the conversation and is thrown on. */
export interface ModelTool {
  description: string
  input: z.ZodType
  /** Answers JSON. @param input as the schema gives it */
  run(input: unknown): Promise<unknown>
}

export interface Conversation {
  instructions: string
  /** The oldest first; the last one is the member’s. */
  turns: readonly { sender: 'user' | 'bot'; text: string }[]
  tools: Readonly<Record<string, ModelTool>>
  /** Characters after which the reply is cut off. */
  longest: number
  /** Stops the model; `converse` then throws its reason. */
  signal: AbortSignal
}

export type ModelPart =
  /** More of the reply. */
  | { type: 'text'; text: string }
  /** What was said so far only led to a look-up. */
  | { type: 'again' }
  /** What a round took: the provider’s own count, or an estimate where it does not tell or the round was cut off. */
  | { type: 'used'; tokens: number }

/** A language model behind an address that the operator chose. */
export interface AssistantModel {
  /** Ends with the reply. @throws ModelFault */
  converse(conversation: Conversation, hear: (part: ModelPart) => void): Promise<void>
}

/** No answer, or none that can be used. Its text is ours: a provider’s may hold what members asked. */
export class ModelFault extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ModelFault'
  }
}
