import { FakeVikunja } from '../../../test/environment/fake-vikunja/fake-vikunja.ts'

const tokens = Number(process.argv[2])
const fake = await FakeVikunja.start({ isHeldToDocuments: false })
const { id: ana } = fake.world.addUser('ana')
const { id: home } = fake.world.addProject(ana, 'Home')
for (let number = 0; number < 50; number += 1) fake.world.addTask(home, ana, { title: `Task ${number}` })

/** On request it sends the lines of the requests since the last time. */
process.on('message', (message) => {
  if (message === 'stop') return void fake[Symbol.asyncDispose]().then(() => process.exit())
  process.send?.(fake.requests.splice(0).map(({ line }) => line))
})
process.send?.({ url: fake.url, tokens: Array.from({ length: tokens }, () => fake.world.addToken(ana)) })
