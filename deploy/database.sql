-- Once, on the primary, as its superuser. Choose another password.
create role scene login password 'scene';
-- PgBouncer does not pass on what a client asks for at its start.
alter role scene set statement_timeout = '30s';
alter role scene set idle_in_transaction_session_timeout = '60s';
create database scene owner scene encoding 'UTF8' locale 'C.UTF-8' template template0;
