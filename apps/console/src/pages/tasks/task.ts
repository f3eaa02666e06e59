import type { AnswerOf } from '../../api/answers.ts'

export type Task = AnswerOf<'/api/tasks'>['tasks'][number]
export type TaskPage = AnswerOf<'/api/tasks'>
