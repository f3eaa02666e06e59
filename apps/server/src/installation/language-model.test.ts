import { expect, test } from 'vitest'
import { readConfig, type Environment } from './config.ts'

test('[C441] [C939] a language model has a provider and a model, and its key is not sent in the clear', () => {
  const read = (given: Environment) => readConfig('/srv', given).languageModel
  const linesOf = (given: Environment) => {
    try {
      return read(given)
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(read({})).toBeUndefined()
  expect(read({ QUIPU_LLM_PROVIDER: 'anthropic', QUIPU_LLM_MODEL: 'm', QUIPU_LLM_API_KEY: 'k' })).toEqual({
    provider: 'anthropic',
    url: 'https://api.anthropic.com',
    model: 'm',
    key: 'k',
    ms: 20_000,
    questionsPerDay: 200,
    readings: 3,
    seesValues: false,
    wordsAnswers: false,
  })
  const here = {
    QUIPU_LLM_PROVIDER: 'openai',
    QUIPU_LLM_MODEL: 'm',
    QUIPU_LLM_URL: 'http://localhost:11434/v1/',
  }
  expect(read({ ...here, QUIPU_LLM_VALUES: 'on' })).toMatchObject({
    url: 'http://localhost:11434/v1',
    key: undefined,
    seesValues: true,
    wordsAnswers: false,
  })
  expect(read({ ...here, QUIPU_LLM_NARRATIVE: 'on' })).toMatchObject({
    seesValues: false,
    wordsAnswers: true,
  })
  expect(linesOf({ QUIPU_LLM_MODEL: 'm' })).toContain('QUIPU_LLM_PROVIDER is missing')
  expect(linesOf({ QUIPU_LLM_PROVIDER: 'openai' })).toContain('QUIPU_LLM_MODEL is missing')
  const inTheClear = {
    ...here,
    QUIPU_LLM_URL: 'http://models.example.com/v1',
    QUIPU_LLM_API_KEY: 'very-secret',
  }
  expect(linesOf(inTheClear)).toContain('must start with https://')
  expect(linesOf(inTheClear)).not.toContain('very-secret')
})
