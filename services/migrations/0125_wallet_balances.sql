-- A balance adds up the days of a wallet: it reads them from the index alone.
drop index wallet_sums_key;
create index wallet_sums_key on wallet_sums (account_id, wallet_id, payment_date, type) include (count, value);
