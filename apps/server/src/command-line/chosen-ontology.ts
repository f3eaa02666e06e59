import { ToolError } from '@quipu/kit'
import { misuse, type Command } from './command.ts'
import { named, ontologies, ready, type OntologyListing } from './data-agent-api.ts'
import type { Request } from './request.ts'

/** The id of the ontology once it is ready. The workspace is never created: it always exists, under its name. */
export async function askableOntology(
  command: Command,
  request: Request,
  name: string | undefined,
  tell: (step: string) => void,
): Promise<string> {
  if (name !== undefined && /^my\s+workspace$/i.test(name.trim())) return 'My workspace'
  return (await ready(request, (await chosenOntology(command, request, name)).id, tell)).id
}

/** Named, or the only one that is not the sample, or the sample. */
async function chosenOntology(
  command: Command,
  request: Request,
  name: string | undefined,
): Promise<OntologyListing> {
  const all = await ontologies(request)
  const sample = all.find((each) => each.is_sample)
  if (name?.toLowerCase() === 'sample' && sample !== undefined && !all.some((each) => isNamed(each, name)))
    return sample
  if (name !== undefined) return named('ontology', all, name)
  const own = all.filter((each) => !each.is_sample)
  const [first, second] = own.length > 0 ? own : all
  if (first === undefined)
    throw new ToolError(
      'NOT_FOUND',
      'There is nothing to ask about yet; npx quipu connection add --help shows how',
    )
  if (second === undefined) return first
  const names = all.map((each) => JSON.stringify(each.name)).join(', ')
  throw misuse(command, `--ontology is missing; it is one of ${names}`)
}

function isNamed({ name }: OntologyListing, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase()
}
