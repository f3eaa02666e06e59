import { expect, test } from 'vitest'
import { onEachEngine } from './account-site.ts'

onEachEngine((site) => {
  test('[H507] [H771] [H772] [H773] a sign-in link signs in by its button, once, and can do nothing else', async () => {
    const ada = await site.someone()
    const reset = await site.at.host.links.resetPassword(ada.email)
    const { url } = await site.at.host.links.signIn(ada.email)
    const look = () => fetch(url)
    expect((await look()).status).toBe(200)
    const page = await look()
    const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    const cookie = cookiesOf(page)
    const press = (address: string, more: Record<string, string> = {}) =>
      fetch(address, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, origin: site.at.url },
        body: new URLSearchParams({ csrf, ...more }),
      })
    const wrong = { password: 'another password', repeat: 'another password' }
    for (const path of ['/reset/', '/invite/'])
      expect((await press(url.replace('/sign-in/', path), wrong)).status).toBe(404)

    const answer = await press(url)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app'])
    const session = cookiesOf(answer)
    const me = await fetch(`${site.at.url}/api/account`, { headers: { cookie: session } })
    expect(await me.json()).toMatchObject({ email: ada.email })
    expect((await press(url)).status).toBe(404)
    expect((await look()).status).toBe(404)
    expect((await fetch(reset.url)).status).toBe(200)
  })

  test('[H507] [H772] a sign-in link ends after an hour, and with a newer one', async () => {
    const ada = await site.someone()
    const old = await site.at.host.links.signIn(ada.email)
    const { url } = await site.at.host.links.signIn(ada.email)
    expect([(await fetch(old.url)).status, (await fetch(url)).status]).toEqual([404, 200])
    site.at.clock.advance('61m')
    expect((await fetch(url)).status).toBe(404)
  })
})

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
