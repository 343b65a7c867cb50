-- Administrators are told when programs have used most of a day's limit (mock 30): one more cause that is told once.
alter table assistant_told
  drop constraint assistant_told_event_check,
  add constraint assistant_told_event_check
    check (event in ('PRICE_ABOVE_LAST', 'DUPLICATE', 'MEASUREMENT_BEHIND', 'NEGATIVE_DAY', 'API_LIMIT'));
