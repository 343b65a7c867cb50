# Contas a pagar de uma planilha: as linhas com erro ficam de fora, e a resposta diz o que houve com cada uma.
import json, os, urllib.error, urllib.request

URL, TOKEN, COMPANY = (os.environ[name] for name in ("PRUMO_URL", "PRUMO_TOKEN", "PRUMO_COMPANY"))

rows = [
    ["Areal do Vale", "NF 812", "05/12/2026", "1.250,00", "Areia média"],
    ["Areal do Vale", "NF 813", "31/11/2026", "980,00", "Brita 1"],
]
body = {
    "fileName": "contas.csv",
    "faulty": "SKIP",
    "createMissing": ["partner"],
    "columns": ["partner", "documentNumber", "dueDate", "grossValue", "description"],
    "rows": [{"line": line, "cells": cells} for line, cells in enumerate(rows, start=2)],
}
request = urllib.request.Request(
    f"{URL}/api/v1/financial/company/{COMPANY}/debit/import",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {TOKEN}",
        "Content-Type": "application/json",
        "Idempotency-Key": "contas-2026-11-27",
    },
)
try:
    data = json.load(urllib.request.urlopen(request))["data"]
except urllib.error.HTTPError as error:
    raise SystemExit(json.load(error)["message"])
for row in data["rows"]:
    problems = [f"{problem['field']}: {problem['message']}" for problem in row["problems"]]
    print(row["line"], row["status"], row.get("id", ""), *problems)
print("Importação", data["importId"], json.dumps(data["counts"]))
