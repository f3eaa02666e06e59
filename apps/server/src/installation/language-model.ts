import { z } from 'zod'

/** A number in a variable. */
const Whole = (least: number, most: number, usual: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .default(usual)

export const languageModelVariables = {
  QUIPU_LLM_PROVIDER: z.enum(['openai', 'anthropic'], { error: 'must be openai or anthropic' }).optional(),
  QUIPU_LLM_URL: z
    .string()
    .refine((text) => isAddress(text), {
      error: 'must be a URL that starts with http:// or https://, without a query or credentials',
    })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  QUIPU_LLM_MODEL: z.string().optional(),
  QUIPU_LLM_API_KEY: z.string().optional(),
  QUIPU_LLM_TIMEOUT_MS: Whole(1000, 300_000, 20_000),
  QUIPU_LLM_QUESTIONS_PER_DAY: Whole(0, 1_000_000, 200),
  QUIPU_LLM_READINGS: Whole(1, 5, 3),
  QUIPU_LLM_VALUES: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  QUIPU_LLM_NARRATIVE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
}

export interface LanguageModel {
  readonly provider: 'openai' | 'anthropic'
  readonly url: string
  readonly model: string
  readonly key: string | undefined
  readonly ms: number
  readonly questionsPerDay: number
  readonly readings: number
  readonly seesValues: boolean
  readonly wordsAnswers: boolean
}

const usualUrls = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com' } as const

/** None without a provider. A key is sent in the clear to this machine only. */
export function languageModelOf(variables: z.infer<z.ZodObject<typeof languageModelVariables>>): {
  readonly languageModel: LanguageModel | undefined
  readonly refused: readonly string[]
} {
  const { QUIPU_LLM_PROVIDER: provider, QUIPU_LLM_MODEL: model, QUIPU_LLM_API_KEY: key } = variables
  if (provider === undefined) {
    const isHalf = model !== undefined || key !== undefined || variables.QUIPU_LLM_URL !== undefined
    const refused = isHalf ? ['QUIPU_LLM_PROVIDER is missing; it is openai or anthropic'] : []
    return { languageModel: undefined, refused }
  }
  if (model === undefined) return { languageModel: undefined, refused: ['QUIPU_LLM_MODEL is missing'] }
  const url = variables.QUIPU_LLM_URL ?? usualUrls[provider]
  const { protocol, hostname } = new URL(url)
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  if (key !== undefined && protocol === 'http:' && !isHere)
    return {
      languageModel: undefined,
      refused: [
        'QUIPU_LLM_URL must start with https:// where QUIPU_LLM_API_KEY is set; it would be sent in the clear',
      ],
    }
  return {
    languageModel: {
      provider,
      url,
      model,
      key,
      ms: variables.QUIPU_LLM_TIMEOUT_MS,
      questionsPerDay: variables.QUIPU_LLM_QUESTIONS_PER_DAY,
      readings: variables.QUIPU_LLM_READINGS,
      seesValues: variables.QUIPU_LLM_VALUES === 'on',
      wordsAnswers: variables.QUIPU_LLM_NARRATIVE === 'on',
    },
    refused: [],
  }
}

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search + url.hash + url.username + url.password === ''
  )
}
