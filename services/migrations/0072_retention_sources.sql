-- The minimum of INSS and the sources of the standard rules, as the laws have them (docs/decisions/0072).

create or replace function standard_retention_rules() returns table (
  tax text, rate numeric, base_percentage numeric, minimum numeric, fact text, due_day integer, working_day_rule text,
  collector text, code text, legal_source text, valid_from date) language sql immutable as $$
  values
    ('ISS', 5.0, 100.0, 0.0, 'ISSUE', 10, 'NEXT', 'Prefeitura Municipal', null::text,
     'LC 116/2003, art. 3º (obra: o município onde ela fica), art. 6º, § 2º (subitens 7.02 e 7.05: retém quem contrata), arts. 7º, 8º e 8º-A (de 2% a 5%); a alíquota, a base, o dia e o recolhimento são os da lei do município.',
     date '2003-08-01'),
    -- Dispensed is less than 10,00; the other taxes are dispensed up to 10,00.
    ('INSS', 11.0, 100.0, 9.99, 'ISSUE', 20, 'PREVIOUS', 'Receita Federal', '1162',
     'Lei 8.212/1991, art. 31: dia 20 do mês seguinte ao da emissão, ou o dia útil anterior; IN RFB 2.110/2022, arts. 110 a 122: dispensado abaixo de R$ 10,00; a base pode ser reduzida por materiais e equipamentos previstos no contrato. Informar na EFD-Reinf.',
     date '1999-02-01'),
    ('IRRF', 1.5, 100.0, 10.0, 'ISSUE', 20, 'PREVIOUS', 'Receita Federal', '1708',
     'RIR/2018 (Decreto 9.580), art. 714, serviços profissionais, no pagamento ou no crédito, o que vier antes; limpeza, vigilância e locação de mão de obra: 1% (art. 716); dispensado até R$ 10,00 (Lei 9.430/1996, art. 67); até o último dia útil do segundo decêndio do mês seguinte (Lei 11.196/2005, art. 70).',
     date '1997-01-01'),
    ('CSRF', 4.65, 100.0, 10.0, 'PAYMENT', 20, 'PREVIOUS', 'Receita Federal', '5952',
     'Lei 10.833/2003, arts. 30, 31 e 35 (CSLL 1% + COFINS 3% + PIS 0,65%), com a Lei 13.137/2015; IN SRF 459/2004: limpeza, manutenção, segurança, locação de mão de obra e serviços profissionais; dispensada até R$ 10,00, e de optantes do Simples; até o último dia útil do segundo decêndio do mês seguinte ao do pagamento.',
     date '2015-06-22')
$$;

-- Of accounts that have not changed theirs.
do $$
begin
  set local prumo.owner_access = 'on';
  update retention_rules r
     set legal_source = s.legal_source, minimum = s.minimum, version = r.version + 1
    from standard_retention_rules() s
   where s.tax = r.tax and r.city is null and r.version = 1 and r.valid_from = s.valid_from and r.rate = s.rate
     and r.minimum = case r.tax when 'INSS' then 0 else s.minimum end;
  set local prumo.owner_access = '';
end $$;
