# Empresas e obras que o token alcança.
import json, os, urllib.request

request = urllib.request.Request(
    os.environ["PRUMO_URL"] + "/api/v1/security/session",
    headers={"Authorization": "Bearer " + os.environ["PRUMO_TOKEN"]},
)
data = json.load(urllib.request.urlopen(request))["data"]
for company_id, company in data["companies"].items():
    buildings = [building["name"] for building in company["buildings"].values()]
    print(f"{company_id}: {company['name']} ({', '.join(buildings)})")
