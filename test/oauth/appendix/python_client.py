import json
import requests
import sys
import hashlib
import base64
import secrets
from urllib.parse import urlencode, parse_qs

def authenticate_with_knecta(server_url, client_id, redirect_uri):
    # Generate PKCE parameters
    code_verifier = base64.urlsafe_b64encode(secrets.token_bytes(64)).decode('utf-8').rstrip('=')
    code_challenge = base64.urlsafe_b64encode(
        hashlib.sha256(code_verifier.encode('utf-8')).digest()
    ).decode('utf-8').rstrip('=')
    state = secrets.token_hex(16)

    # Build authorization URL
    auth_params = {
        'response_type': 'code',
        'client_id': client_id,
        'redirect_uri': redirect_uri,
        'scope': 'data_agent:read data_agent:write ontologies:read',
        'state': state,
        'code_challenge': code_challenge,
        'code_challenge_method': 'S256',
    }
    auth_url = f"{server_url}/api/oauth/authorize?{urlencode(auth_params)}"

    print("Open this URL in your browser:")
    print(auth_url)

    # Manual step: user opens URL, authorizes, gets redirected to redirect_uri?code=...&state=...
    code = input("Enter the authorization code from the callback URL: ")

    # Exchange code for token
    token_response = requests.post(
        f"{server_url}/api/oauth/token",
        data={
            'grant_type': 'authorization_code',
            'code': code,
            'redirect_uri': redirect_uri,
            'client_id': client_id,
            'code_verifier': code_verifier,
        },
        headers={'Content-Type': 'application/x-www-form-urlencoded'},
    )
    token_data = token_response.json()
    return token_data['access_token']

def main():
    server_url, redirect_uri = sys.argv[1:]
    client_id = 'my-mcp-client'

    # Authenticate
    access_token = authenticate_with_knecta(server_url, client_id, redirect_uri)
    print(f"Authenticated! Access token: {access_token[:20]}...")

    # MCP requests (JSON-RPC over HTTP)
    headers = {
        'Authorization': f'Bearer {access_token}',
        'Content-Type': 'application/json',
    }

    # List resources
    response = requests.post(
        f"{server_url}/api/data-agent/mcp",
        json={'jsonrpc': '2.0', 'id': 1, 'method': 'resources/list'},
        headers=headers,
    )
    print("Resources:", response.json())

    # Read ontologies
    response = requests.post(
        f"{server_url}/api/data-agent/mcp",
        json={
            'jsonrpc': '2.0',
            'id': 2,
            'method': 'resources/read',
            'params': {'uri': 'knecta://ontologies'},
        },
        headers=headers,
    )
    ontologies_text = response.json()['result']['contents'][0]['text']
    ontologies = json.loads(ontologies_text)
    print("Ontologies:", ontologies)

    # Ask a question
    if ontologies:
        ontology_id = ontologies[0]['id']
        response = requests.post(
            f"{server_url}/api/data-agent/mcp",
            json={
                'jsonrpc': '2.0',
                'id': 3,
                'method': 'tools/call',
                'params': {
                    'name': 'ask_question',
                    'arguments': {
                        'ontologyId': ontology_id,
                        'question': 'What were total sales last month?',
                    },
                },
            },
            headers=headers,
        )
        result = response.json()['result']
        for block in result['content']:
            print(block['text'])

if __name__ == '__main__':
    main()
