/** A library with declared keys. */
export const library = `
create table branches (branch_id integer primary key, branch_name text not null, city text, opened_year integer);
create table authors (id integer primary key, first_name text, last_name text, birth_date date, homeCountry text);
create table books (
  isbn text primary key, title text not null, author_id integer references authors, pages integer,
  list_price_eur real, published text, is_reference integer);
create table loans (
  loan_id integer primary key, book_isbn text references books (isbn), home_branch_id integer references branches,
  return_branch_id integer references branches, lent_at integer, qty integer);
create table book_branches (book_isbn text references books (isbn), branch_id integer references branches,
  primary key (book_isbn, branch_id));
create table donors (donor_id integer primary key, donor_name text, member_password text);
insert into branches values (1, 'Old Harbour', 'Malmö', 1904), (2, 'Hillside', 'Lund', 1987), (3, 'Station', 'Malmö', 2011);
insert into authors values (1, 'Inga', 'Holm', '1961-03-04', 'Sweden'), (2, 'Paul', 'Ek', '1975-11-30', 'Finland');
insert into books values
  ('978-1', 'The Salt Road', 1, 320, 18.5, '2014-05-02', 0), ('978-2', 'Café Nights', 1, 210, 12, '2018-09-17', 0),
  ('978-3', 'Atlas of Winds', 2, 640, 49.9, '2001-01-15', 1), ('978-4', 'Small Gardens', 2, 155, 9.5, '2020-03-08', 0),
  ('978-5', 'Tide Tables', 1, 88, 7, '1999-12-31', 1);
insert into loans values
  (1, '978-1', 1, 2, 1700000000, 1), (2, '978-2', 1, 1, 1700100000, 1), (3, '978-3', 2, 3, 1700200000, 2),
  (4, '978-1', 3, null, 1700300000, 1);
insert into book_branches values ('978-1', 1), ('978-1', 2), ('978-2', 1), ('978-3', 3);
`

/** A bakery whose script declares no key at all, with names as people write them in a hurry. */
export const bakery = `
create table Departments (dept_code text, deptname text);
create table Employees (empId integer, fname text, lname text, dept text, manager_id integer, monthlySal real);
create table Customers (cust_id integer, custname text, city text);
create table Orders (order_id integer, customer_id integer, taken_by_emp_id integer, order_date text, total_amt real, paid text);
create table OrderLines (order_id integer, line_no integer, product_code text, qty integer);
create table Products (code text, productname text, kg real);
create table Suppliers (id integer, name text);
insert into Departments values ('BR', 'Bread'), ('CK', 'Cakes'), ('DL', 'Delivery');
insert into Employees values (1, 'Rosa', 'Lind', 'BR', null, 3100), (2, 'Omar', 'Berg', 'CK', 1, 2900),
  (3, 'Tess', 'Dahl', 'DL', 1, 2400), (4, 'Nils', 'Ros', 'BR', 1, 2800);
insert into Customers values (10, 'Café Luna', 'Visby'), (11, 'Hotel Norr', 'Kiruna'), (12, 'Ann Hed', 'Visby');
insert into Orders values (100, 10, 2, '2025-01-03', 42.5, 'Y'), (101, 11, 3, '2025-01-04', 130, 'N'),
  (102, 10, 2, '2025-02-01', 18, 'Y'), (103, 12, 4, '2025-02-11', 7.5, 'Y');
insert into OrderLines values (100, 1, 'RYE', 3), (100, 2, 'BUN', 12), (101, 1, 'RYE', 20), (102, 1, 'BUN', 6), (103, 1, 'PIE', 1);
insert into Products values ('RYE', 'Rye loaf', 0.8), ('BUN', 'Cinnamon bun', 0.1), ('PIE', 'Apple pie', 1.2);
`
