/** A client that shows windows, built with the official library. It is bundled and run in the browser of a test. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

/** Resolves when the window is initialized and has received the input and the result of its tool. */
window.showWindow = async (html, { input, result }, theme) => {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.style.cssText = 'width:720px;height:500px;border:0'
  document.body.replaceChildren(frame)
  const inside = frame.contentWindow
  const can = { serverTools: {} }
  const bridge = new AppBridge(null, { name: 'test', version: '1' }, can, { hostContext: { theme } })
  const heights = []
  bridge.onsizechange = ({ height }) => void heights.push(height ?? 0)
  bridge.oncalltool = (params) => window.callTool(params)
  const ready = new Promise((resolve) => {
    bridge.oninitialized = () => resolve()
  })
  await bridge.connect(new PostMessageTransport(inside, inside))
  frame.srcdoc = html
  await ready
  await bridge.sendToolInput({ arguments: input })
  await bridge.sendToolResult(result)
  window.shown = { heights, setTheme: (next) => bridge.setHostContext({ theme: next }) }
}
