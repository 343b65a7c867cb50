# Fornecedores ativos por GraphQL: só os campos pedidos.
import json, os, urllib.request

QUERY = """query Fornecedores($page: Int!) {
  partners(page: $page, size: 50, filter: { type: SUPPLIER, active: true }) {
    content { id name taxId }
    last
  }
}"""

page, last = 0, False
while not last:
    request = urllib.request.Request(
        os.environ["PRUMO_URL"] + "/graphql",
        data=json.dumps({"query": QUERY, "variables": {"page": page}}).encode(),
        headers={"Authorization": "Bearer " + os.environ["PRUMO_TOKEN"], "Content-Type": "application/json"},
    )
    answer = json.load(urllib.request.urlopen(request))
    if "errors" in answer:
        raise SystemExit(answer["errors"][0]["message"])
    for partner in answer["data"]["partners"]["content"]:
        print(partner["id"], partner["name"], partner["taxId"] or "")
    page, last = page + 1, answer["data"]["partners"]["last"]
