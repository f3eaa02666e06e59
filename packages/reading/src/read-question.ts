import type { CannotAnswer, Ontology } from '@quipu/query'
import type { Plan } from './plan/plan.ts'
import { countedByNumber } from './business/count-by-number.ts'
import { withDebtsOnly } from './confidence/debts-only.ts'
import { withDeadRows } from './confidence/dead-rows.ts'
import { isForGrammar } from './choose-reader.ts'
import { asksOwnFuture, forecast, isForecast, isForecastOfMoney } from './confidence/forecast.ts'
import { preferConfident } from './confidence/prefer-confident.ts'
import { readingsOf } from './confidence/readings-of.ts'
import { whyNotForData } from './confidence/not-for-data.ts'
import { isNonsense, judge } from './confidence/judge.ts'
import { outsideTopics, trafficIn } from './confidence/outside-topics.ts'
import { unnamedPeople } from './confidence/unnamed-people.ts'
import { doubtPlan } from './doubt/doubt-plan.ts'
import { withJoinedReadings } from './doubt/joined-readings.ts'
import { noHelp } from './doubt/no-help.ts'
import { quietErrors } from './confidence/quiet-errors.ts'
import { askedForAmounts, isWorthUnanswered, noWorth } from './confidence/worth-asked.ts'
import { doubtAbout, doubtful, missingWords, minorWords } from './confidence/verdict.ts'
import { joinAnswers, splitAnswers } from './dialogue/bracket-answers.ts'
import { withFiscalStart } from './time/fiscal-start.ts'
import { askWithout } from './dialogue/leave-out.ts'
import { followUp } from './dialogue/follow-up.ts'
import { unansweredBefore } from './dialogue/go-on-from.ts'
import { goesOn } from './dialogue/goes-on.ts'
import { askForReading, chosenReading, isReadingDoubt, readingLabel } from './dialogue/reading-doubt.ts'
import { settleReadings } from './dialogue/settle-readings.ts'
import { interpretQuestion } from './interpret-question.ts'
import { withDataAsWritten } from './as-written.ts'
import { withGroupsBelow } from './groups-below.ts'
import { withDatesThatReach } from './date-that-reaches.ts'
import { withRowsToldApart } from './business/told-apart.ts'
import { changeFrame } from './frames/change-frame.ts'
import { wordsWithoutCell } from './frames/cells.ts'
import { readAsFigures } from './figures/read-as-figures.ts'
import { readFrame } from './frames/read-frame.ts'
import { judgedReadings } from './frames/judgement.ts'
import { asksReason } from './frames/shown-things.ts'
import { withQuestionBefore, withUnanswered } from './frames/with-question-before.ts'
import { withSlots } from './frames/with-slots.ts'
import { readHierarchy } from './hierarchy/read-hierarchy.ts'
import { readLeader } from './hierarchy/read-leader.ts'
import { withTurns } from './lexicon/span-rows.ts'
import { withGlossary } from './lexicon/glossary.ts'
import { asNamesAreWritten } from './spelling/spelled-names.ts'
import { withApostrophes } from './words/contractions.ts'
import { withoutNow } from './words/now.ts'
import { withoutUnits } from './wordings/units-asked.ts'
import { withUnitsNamed } from './wordings/units-spoken.ts'
import { withPiecesSold } from './wordings/pieces-sold.ts'
import { inPlainWords, ofNow } from './plain-words.ts'
import { withNotes } from './plan/notes.ts'
import type { Assumption, Reading } from './plan/reading.ts'
import type { ReadingContext } from './plan/reading-context.ts'
import { correctSpelling } from './spelling/correct-spelling.ts'
import { spellingNotes } from './spelling/spelling-notes.ts'
import { otherLanguage, unreadable } from './spelling/other-language.ts'
import { restate } from './restate/restate.ts'
import { amountOfShown, debtsOfShown } from './several/amount-of-shown.ts'
import { readProfit } from './several/read-profit.ts'
import { readShownList, showsSame } from './several/shown-list.ts'
import { readShare, trustInShare } from './several/read-share.ts'
import { readSeveral, showsSeveral, withLostAsk } from './several/read-several.ts'
import { withNoneOfThese } from './none-of-these.ts'
import { isReadWell, readAgain } from './read-again.ts'
import { readAsPerformance } from './read-performance.ts'
import { asDataCalls } from './stand-ins/stand-ins.ts'
import { readInTradeWords } from './stand-ins/read-in-trade-words.ts'
import { withCoarserUnit } from './coarser-unit.ts'
import { withOwnColumns } from './own-columns.ts'
import { withOwnKeys } from './own-keys.ts'
import { withTurnsDated, withTurnsSaidBefore } from './turns.ts'
import { withTallies } from './tallies.ts'
import { verifiedQuestion } from './verified-question.ts'

/** Reads a question into logical forms, best first. Pure: the same words and ontology give the same plan. */
export function readQuestion(text: string, plainOntology: Ontology, given: ReadingContext): Plan {
  const said = readText(text, plainOntology, withTurnsSaidBefore(given, plainOntology))
  const dated = withTurnsDated(said, plainOntology, given)
  const joined = withJoinedReadings(dated, plainOntology)
  const counted = withTallies(joined, text, plainOntology)
  const plan = withDatesThatReach(withOwnKeys(counted, plainOntology), plainOntology, given)
  const apart = withCoarserUnit(withRowsToldApart(plan, text, plainOntology), text, plainOntology)
  return withGroupsBelow(withDataAsWritten(apart, plainOntology), plainOntology)
}

function readText(text: string, plainOntology: Ontology, given: ReadingContext): Plan {
  const split = splitAnswers(text)
  const context: ReadingContext = { ...given, answers: joinAnswers(split, given.answers) }
  const ontology = withTurns(withGlossary(plainOntology))
  const checked = verifiedQuestion(split.question, ontology)
  if (checked !== null) return { status: 'verified', question: checked.question, sql: checked.sql }
  const language = otherLanguage(split.question, ontology)
  if (language !== null) return { ...cannotAnswer([], ontology), reason: unreadable(language) }
  const { question, corrections } = correctSpelling(
    asNamesAreWritten(withApostrophes(split.question), ontology),
    ontology,
  )
  // Before two figures are looked for: "what share of tickets goes through the app and the website" asks for one.
  const spelled = withUnitsNamed(withPiecesSold(question, ontology), ontology)
  const plan = withNotes(readSpelled(spelled, ontology, context), spellingNotes(corrections))
  const alone: ReadingContext = { ...context, previous: null }
  return readAsFigures(plan, spelled, ontology, context, (part) => readSpelled(part, ontology, alone)) ?? plan
}

/** Reads a question whose words are spelled as the data spells them. */
function readSpelled(spelled: string, ontology: Ontology, context: ReadingContext): Plan {
  const plan = readPlainly(spelled, ontology, context)
  if (!isWorthUnanswered(plan, spelled, ontology)) return withOwnColumns(plan, ontology)
  const amounts = askedForAmounts(spelled)
  const again = amounts === null ? null : readPlainly(amounts, ontology, context)
  return again?.status === 'readings' && !isWorthUnanswered(again, spelled, ontology)
    ? withOwnColumns(again, ontology)
    : { ...cannotAnswer([], ontology), reason: noWorth }
}

function readPlainly(spelled: string, ontology: Ontology, context: ReadingContext): Plan {
  const units = withoutUnits(inPlainWords(spelled, ontology), ontology)
  const plainly = units.question
  // Before visitors are taken for customers.
  const lookers = context.proceed ? [] : trafficIn(plainly, ontology)
  if (lookers.length > 0) return cannotAnswer(lookers, ontology)
  const renamed = asDataCalls(plainly, ontology)
  const asCalled = renamed.notes.length === 0 ? null : readWhole(renamed.question, ontology, context)
  const { notes } = units
  if (asCalled !== null && isReadWell(asCalled)) return withNotes(asCalled, [...notes, ...renamed.notes])
  const read = (question: string): Plan => readWhole(question, ontology, context)
  const plan = read(plainly)
  return withNotes(readInTradeWords(plan, plainly, ontology, read) ?? plan, notes)
}

function readWhole(question: string, ontology: Ontology, context: ReadingContext): Plan {
  const performance = readAsPerformance(question, ontology, context)
  if (performance !== null) return performance
  const earned = readProfit(question, ontology, (main) => readCorrected(main, ontology, context))
  if (earned !== null) return earned
  const shown = readShownList(question, ontology, (main) => readCorrected(main, ontology, context))
  const plan = readCorrected(question, ontology, context)
  if (shown !== null && !showsSame(shown, plan)) return shown
  // Words that point to something else are not read alone in another way either.
  if (plan.status === 'cannot_answer' && goesOn(question, context.previous === null)) return plan
  const share = readAsShare(plan, question, ontology, context)
  if (share !== null) return share
  const both = showsSeveral(plan)
    ? null
    : readSeveral(question, ontology, (main) => readCorrected(main, ontology, context))
  if (both !== null) return both
  const again =
    readAgain(plan, question, ontology, (other) => readCorrected(other, ontology, context)) ??
    askHowJudged(plan, question, ontology, context) ??
    refuseNoHelp(plan, question, ontology, context) ??
    askWithout(plan, question, context, {
      unplaced: () => wordsWithoutCell(question, ontology, context),
      read: (rest, own) => readCorrected(rest, ontology, own),
    })
  const read = withLostAsk(again ?? plan, question)
  return read.status !== 'readings' && asksOwnFuture(question)
    ? { ...cannotAnswer([], ontology), reason: forecast }
    : read
}

/** A part of the whole, where the words for it were not understood, or with doubt. */
function readAsShare(plan: Plan, question: string, ontology: Ontology, context: ReadingContext): Plan | null {
  const least = trustInShare(plan)
  if (least >= 0.6) return null
  const made = readShare(question, ontology, (main) => readCorrected(main, ontology, context))
  return made?.status === 'readings' && made.readings[0].confidence > least ? made : null
}

function refuseNoHelp(
  plan: Plan,
  question: string,
  ontology: Ontology,
  context: ReadingContext,
): Plan | null {
  const found = noHelp(plan, question, ontology, context)
  if (found === null) return null
  const refused = cannotAnswer(found.missing, ontology)
  return { ...refused, reason: found.reason ?? refused.reason, nearest: found.nearest }
}

/** "our most loyal members", "which rooms are not doing well": asks by which of the measures of the thing. */
function askHowJudged(
  plan: Plan,
  question: string,
  ontology: Ontology,
  context: ReadingContext,
): Plan | null {
  const isOpen = plan.status === 'cannot_answer' || (plan.status === 'clarification' && isReadingDoubt(plan))
  const judged = isOpen ? judgedReadings(question, ontology, context) : null
  const [first] = judged?.readings ?? []
  if (judged === null || first === undefined) return null
  const chosen = chosenReading(judged.readings, context)
  if (chosen !== null) return { status: 'readings', readings: [chosen] }
  const says = `“${judged.word}” can be measured in several ways.`
  if (!context.proceed) return askForReading(judged.readings, says)
  const note = { about: `meaning of ${judged.word}`, says, changesNumbers: true }
  return { status: 'readings', readings: [{ ...first, assumptions: [note, ...first.assumptions] }] }
}

function readCorrected(question: string, ontology: Ontology, context: ReadingContext): Plan {
  const why = whyNotForData(question)
  // Reasons that are recorded with the rows that were shown are data.
  if (why !== null && (context.previous === null || !asksReason(question)))
    return { ...cannotAnswer([], ontology), reason: why }
  const outside = outsideTopics(question, ontology)
  if (outside.length > 0 && !context.proceed) return cannotAnswer(outside, ontology)
  const goOn = (plan: Plan): Plan =>
    inherit(doubtPlan(plan, { question, other: null, isFollowUp: true, ontology, context }), context)
  // The last question comes before an answer that is older.
  const joined = context.unanswered === undefined ? null : readWithBefore(question, ontology, context)
  if (joined !== null)
    return doubtPlan(joined, { question, other: null, isFollowUp: true, ontology, context })
  const debts = context.previous === null ? null : debtsOfShown(question, context.previous.reading, ontology)
  if (debts !== null) return goOn(debts)
  const changed =
    context.previous === null ? null : changeFrame(question, context.previous.reading, ontology, context)
  if (changed !== null && !isNonsense(changed.query, ontology, question))
    return goOn({ status: 'readings', readings: [withErrorsFound(changed, ontology, question, context)] })
  if (why !== null) return { ...cannotAnswer([], ontology), reason: why }
  const continued =
    (context.previous === null ? null : amountOfShown(question, context.previous.reading, ontology)) ??
    followUp(question, ontology, context) ??
    (context.unanswered === undefined ? readWithBefore(question, ontology, context) : null)
  if (continued !== null) return goOn(continued)
  const hierarchy = readHierarchy(question, ontology) ?? readLeader(question, ontology)
  if (hierarchy !== null) return { status: 'readings', readings: [hierarchy] }
  if (goesOn(question, context.previous === null))
    return { ...cannotAnswer([], ontology), reason: fragment(context) }
  // Answers belong to questions that the grammar asked, except the choice of a reading.
  const isAnswered = Object.keys(context.answers).some((label) => label !== readingLabel)
  const found = isAnswered ? null : readFrame(question, ontology, context)
  const framed = found === null || isNonsense(found.reading.query, ontology, question) ? null : found
  if (framed !== null && isAhead(framed.reading, question, ontology, context))
    return { ...cannotAnswer([], ontology), reason: forecast }
  const doubted = (plan: Plan, other: Plan | null): Plan =>
    doubtPlan(plan, { question, other, isFollowUp: false, ontology, context })
  if (framed === null) return doubted(readStandalone(ofNow(question, ontology), ontology, context), null)
  const slots: Plan = {
    status: 'readings',
    readings: [withErrorsFound(framed.reading, ontology, question, context)],
  }
  if (chosenReading(slots.readings, context) !== null) return slots
  // Slots have a place for "still"; without it the grammar may confirm them.
  const plain = readStandalone(withoutNow(question), ontology, context)
  const isPlainly = !framed.isBusiness && isForGrammar(framed.reading, plain, question)
  return isPlainly || isChosen(plain, context)
    ? doubted(withSlots(plain, framed.reading, ontology), slots)
    : doubted(slots, plain)
}

/** A follow-up that is read as one question with the one before. */
function readWithBefore(question: string, ontology: Ontology, context: ReadingContext): Plan | null {
  const { previous, unanswered } = context
  const plainly = (text: string): string => inPlainWords(text, ontology)
  const readAlone = (text: string): Reading | null => {
    const plan = readStandalone(ofNow(text, ontology), ontology, { ...context, previous: null })
    return plan.status === 'readings' && plan.readings[0].unmatched.length === 0 ? plan.readings[0] : null
  }
  const made =
    unanswered !== undefined
      ? withUnanswered(question, plainly(unanswered), ontology, context)
      : previous === null
        ? null
        : withQuestionBefore(question, previous, ontology, context, plainly, readAlone)
  if (made === null || isNonsense(made.query, ontology, question)) return null
  return { status: 'readings', readings: [withErrorsFound(made, ontology, question, context)] }
}

/** Whether it asks for what nobody knows yet. */
function isAhead(
  { query, frame }: Reading,
  question: string,
  ontology: Ontology,
  { now }: ReadingContext,
): boolean {
  return (
    isForecast(question, query, ontology, now) ||
    (frame !== undefined && isForecastOfMoney(question, frame, now))
  )
}

/** Whether the person has chosen the reading of this plan before. */
function isChosen(plan: Plan, context: ReadingContext): boolean {
  return plan.status === 'readings' && chosenReading(plan.readings, context) !== null
}

/** An answer is no surer than the one that it goes on from. */
function inherit(plan: Plan, context: ReadingContext): Plan {
  if (plan.status !== 'readings') return plan
  const [first, ...rest] = plan.readings
  const sure = doubted(first, context.previous?.reading.confidence ?? 1)
  const assumptions = [...unansweredBefore(context), ...sure.assumptions]
  return { ...plan, readings: [{ ...sure, assumptions }, ...rest] }
}

function doubted(reading: Reading, most: number): Reading {
  const confidence = Math.min(reading.confidence, most)
  const hasWarning = reading.assumptions.some(({ about }) => about === doubtAbout)
  const doubts = hasWarning ? [] : doubtful({ ...reading, confidence, unmatched: [] })
  return { ...reading, confidence, assumptions: [...reading.assumptions, ...doubts] }
}

/** Why words are not read alone that go on from another question. */
function fragment({ previous }: ReadingContext): string {
  return previous === null
    ? 'This goes on from an earlier question, and no answered question is there. Please ask it as a whole.'
    : `This seems to go on from the question before (“${previous.reading.restatement}”), whose answer cannot be changed in this way. Please ask it as a whole.`
}

/** `settled` holds the assumptions of an earlier pass. */
function readStandalone(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
  settled: readonly Assumption[] = [],
): Plan {
  const interpretation = preferConfident(interpretQuestion(question, ontology, context))
  const { candidates, rivals, likely } = readingsOf(interpretation, settled)
  const settledReadings = settleReadings([...candidates.slice(0, 1), ...rivals, ...candidates.slice(1)], {
    question,
    ontology,
    context,
    times: interpretation.times,
    rivals: new Set([...rivals, ...likely]),
  })
  const { questions, fiscalStart, isSettled } = settledReadings
  const chosen = chosenReading(settledReadings.readings, context)
  const isChosen = settledReadings.isChosen || chosen !== null
  const readings = chosen === null ? settledReadings.readings : [chosen]
  const [first, ...rest] = readings
  const missing = chosen === null ? missingWords(interpretation, first?.unmatched) : null
  if (first === undefined || (missing !== null && !context.proceed))
    return cannotAnswer(missing ?? [], ontology)
  if (questions.length > 0) return { status: 'clarification', questions, readings }
  if (fiscalStart !== null && ontology.calendar.fiscalYearStart === null) {
    const assumed = first.assumptions.filter(({ about }) => about === 'fiscal year start')
    return readStandalone(question, withFiscalStart(ontology, fiscalStart), context, assumed)
  }
  if (!isChosen && !context.proceed) {
    const unsure = judge(interpretation, readings, { question, ontology, context, isSettled })
    if (unsure?.how === 'ask') return askForReading(unsure.offers, unsure.says)
    if (unsure !== null) {
      const { says: reason, missing: words, offers } = unsure
      return { ...cannotAnswer(words, ontology), reason, nearest: offers.slice(0, 2) }
    }
  }
  const query = countedByNumber(first.query, ontology, question)
  const counted = { ...first, query, restatement: restate(query, ontology) }
  const sure = withDoubt(counted, minorWords(interpretation), isChosen)
  const whole = withErrorsFound(sure, ontology, question, context)
  const assumptions = [...whole.assumptions, ...unnamedPeople(whole.query, ontology, question)]
  return { status: 'readings', readings: [{ ...whole, assumptions }, ...(isChosen ? [] : rest)] }
}

/** Without rows that do not count, and with a warning of what its rows do not show. */
function withErrorsFound(
  given: Reading,
  ontology: Ontology,
  question: string,
  context: ReadingContext,
): Reading {
  const reading = withDeadRows(
    withNoneOfThese(withDebtsOnly(given, ontology), ontology, question),
    ontology,
    question,
  )
  const quiet = quietErrors(reading.query, ontology, question, context)
  return { ...reading, assumptions: [...reading.assumptions, ...quiet] }
}

/** A reading that the person has chosen has no alternatives. */
function withDoubt(reading: Reading, minor: ReadonlySet<string>, isChosen: boolean): Reading {
  const doubts = doubtful(isChosen ? { ...reading, confidence: 1 } : reading, minor)
  return { ...reading, assumptions: [...reading.assumptions, ...doubts] }
}

function cannotAnswer(missing: readonly string[], ontology: Ontology): CannotAnswer {
  const available = ontology.datasets
    .filter((each) => !each.isHidden && !each.isJunction)
    .map((each) => each.label)
  const reason =
    missing.length > 0
      ? `This data says nothing about: ${missing.join(', ')}.`
      : 'No part of the question says what to show of this data.'
  return { status: 'cannot_answer', reason, missing, available }
}
