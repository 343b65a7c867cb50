-- The measurement whose excess above the contract an amendment takes over ("Medir como aditivo", docs/decisions/0048).
alter table cost_estimate_amendments
  add column measurement_id bigint,
  add constraint cost_estimate_amendments_measurement_fk foreign key (account_id, measurement_id)
    references measurements (account_id, id) on delete set null (measurement_id);
-- A measurement has one amendment in the making: its excess is never in two.
create unique index cost_estimate_amendments_measurement on cost_estimate_amendments (account_id, measurement_id)
  where measurement_id is not null and status = 'DRAFT';
