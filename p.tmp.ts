import { readSentence } from '#domain/assistant/grammar.ts';
import { readFileSync } from 'node:fs';
for (const line of readFileSync('tests/assistant/sentences/before-the-grammar.txt','utf8').split('\n')) {
  if (!line || line.startsWith('#')) continue;
  const [s='', i='', x=''] = line.split(' | ');
  const r = readSentence(s, '2026-11-23');
  const sl = r && Object.entries(r.slots).map(([k,v])=> k==='periods' ? 'periods='+(v as any[]).map(p=>p.past.label+'|'+p.future.label).join(' & ') : k+'='+v).join(' ');
  console.log(`${s}\n      [${i} ${x}]\n      ${r ? r.intent+(r.topic?':'+r.topic:'')+'  '+sl+'  {'+r.phrases.map(p=>p.before+'>'+p.text).join('; ')+'}' : '—'}`);
}
