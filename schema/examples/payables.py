# Parcelas de despesas que vencem em um período, página por página.
import json, os, time, urllib.error, urllib.parse, urllib.request
from decimal import Decimal

URL, TOKEN, COMPANY = (os.environ[name] for name in ("PRUMO_URL", "PRUMO_TOKEN", "PRUMO_COMPANY"))


def page_of(page):
    query = urllib.parse.urlencode(
        {"from": "2026-11-01", "to": "2026-12-31", "page": page, "size": 100, "sort": "dueDate"}
    )
    address = f"{URL}/api/v1/financial/company/{COMPANY}/debit/installments?{query}"
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {TOKEN}"})
    try:
        return json.load(urllib.request.urlopen(request))["data"]
    except urllib.error.HTTPError as error:
        if error.code != 429:
            raise
        time.sleep(int(error.headers["Retry-After"]))
        return page_of(page)


total, page, last = Decimal(0), 0, False
while not last:
    answer = page_of(page)
    for row in answer["content"]:
        installment = row["installment"]
        total += Decimal(installment["value"])
        print(installment["dueDate"], installment["value"], row["transaction"]["description"])
    page, last = page + 1, answer["last"]
print("Total", total)
