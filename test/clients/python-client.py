"""Connects as it is told, calls one tool, and prints what came of it as JSON."""

import asyncio
import json
import sys

from mcp.client.client import Client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client


async def main(url, token, mode, tool, arguments):
    headers = {"authorization": f"Bearer {token}"}
    if mode == "sse":
        transport, mode = sse_client(url, headers=headers, timeout=60), "legacy"
    else:
        transport = streamable_http_client(url, http_client=create_mcp_http_client(headers=headers))
    async with Client(transport, mode=mode) as client:
        tools = await client.list_tools()
        answer = await client.call_tool(tool, json.loads(arguments))
        print(json.dumps({
            "version": str(client.protocol_version),
            "tools": [each.name for each in tools.tools],
            "isError": bool(answer.is_error),
            "structuredContent": answer.structured_content,
        }))


asyncio.run(main(*sys.argv[1:]))
