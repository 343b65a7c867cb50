# Contas a pagar de uma planilha: as linhas com erro ficam de fora, e a resposta diz o que houve com cada uma.
curl --silent --show-error --fail-with-body \
  "$PRUMO_URL/api/v1/financial/company/$PRUMO_COMPANY/debit/import" \
  --header "Authorization: Bearer $PRUMO_TOKEN" --header "Content-Type: application/json" \
  --header "Idempotency-Key: contas-2026-11-27" --data '{
    "fileName": "contas.csv", "faulty": "SKIP", "createMissing": ["partner"],
    "columns": ["partner", "documentNumber", "dueDate", "grossValue", "description"],
    "rows": [
      { "line": 2, "cells": ["Areal do Vale", "NF 812", "05/12/2026", "1.250,00", "Areia média"] },
      { "line": 3, "cells": ["Areal do Vale", "NF 813", "31/11/2026", "980,00", "Brita 1"] }
    ] }'
