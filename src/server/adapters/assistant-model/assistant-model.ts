import type * as z from 'zod'

/** A look-up that the model may call. An error of `run` ends the conversation and is thrown by `converse`. */
export interface ModelTool {
  description: string
  input: z.ZodType
  /** Answers JSON. @param input has the form of the schema */
  run(input: unknown): Promise<unknown>
}

export interface Conversation {
  instructions: string
  /** The oldest first; the last one is the member's. */
  turns: readonly { sender: 'user' | 'bot'; text: string }[]
  tools: Readonly<Record<string, ModelTool>>
  /** Characters after which the reply is cut off. */
  maxLength: number
  /** Stops the model; `converse` then throws its reason. */
  signal: AbortSignal
}

export type ModelPart =
  /** More of the reply. */
  | { type: 'text'; text: string }
  /** Withdraws the text so far, which only introduced a look-up. */
  | { type: 'again' }
  /** Tokens of a round: the provider's count, or an estimate when it gives none or the round was cut off. */
  | { type: 'used'; tokens: number }

/** A language model behind an address that the operator chose. */
export interface AssistantModel {
  /** Ends with the reply. @throws ModelFault */
  converse(conversation: Conversation, hear: (part: ModelPart) => void): Promise<void>
}

/**
 * The model gave no usable answer. The message is written by Scene, as a provider's may contain what members asked.
 */
export class ModelFault extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ModelFault'
  }
}
