// Em uma célula: =PRUMO("expenses"; "from=2026-01-01&to=2026-12-31")
// Em Configurações do projeto, Propriedades do script: URL, TOKEN e EMPRESA.
function PRUMO(conjunto, parametros) {
  const { URL, TOKEN, EMPRESA } = PropertiesService.getScriptProperties().getProperties();
  const filtros = parametros ? `&${parametros}` : '';
  const endereco = `${URL}/api/v1/csv/company/${EMPRESA}/${conjunto}?format=INTERNATIONAL${filtros}`;
  const resposta = UrlFetchApp.fetch(endereco, { headers: { Authorization: `Bearer ${TOKEN}` } });
  const linhas = Utilities.parseCsv(resposta.getContentText('UTF-8'));
  // Valores viram números; números de documentos continuam textos.
  return linhas.map((linha) => linha.map((celula) => (/^-?\d+\.\d+$/.test(celula) ? Number(celula) : celula)));
}
