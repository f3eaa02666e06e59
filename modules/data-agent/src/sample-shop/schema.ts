export const schema = `
  create table regions (region_id integer primary key, name text not null unique);
  create table stores (
    store_id integer primary key, name text not null unique, region_id integer not null references regions (region_id),
    city text not null, opened_on date not null, square_meters integer not null);
  create table employees (
    employee_id integer primary key, name text not null, store_id integer not null references stores (store_id),
    job_title text not null, hired_on date not null, annual_salary real not null,
    manager_id integer references employees (employee_id));
  create table categories (category_id integer primary key, name text not null unique);
  create table suppliers (supplier_id integer primary key, name text not null unique, country text not null);
  create table products (
    product_id integer primary key, name text not null unique,
    category_id integer not null references categories (category_id),
    supplier_id integer not null references suppliers (supplier_id),
    list_price real not null, unit_cost real not null, is_active boolean not null);
  create table customers (
    customer_id integer primary key, name text not null, email text not null unique, segment text not null,
    city text not null, signup_date date not null);
  create table orders (
    order_id integer primary key, customer_id integer not null references customers (customer_id),
    store_id integer not null references stores (store_id), employee_id integer references employees (employee_id),
    order_date date not null, status text not null, channel text not null, total_amount real not null);
  create table order_items (
    order_item_id integer primary key, order_id integer not null references orders (order_id),
    product_id integer not null references products (product_id), quantity integer not null, unit_price real not null,
    discount real not null, line_total real not null);
  create table payments (
    payment_id integer primary key, order_id integer not null references orders (order_id), method text not null,
    amount real not null, paid_on date not null);
  create table returns (
    return_id integer primary key, order_item_id integer not null references order_items (order_item_id),
    returned_on date not null, quantity integer not null, reason text not null, refund_amount real not null);
  create index orders_by_date on orders (order_date);
  create index orders_by_customer on orders (customer_id);
  create index orders_by_store on orders (store_id);
  create index items_by_order on order_items (order_id);
  create index items_by_product on order_items (product_id);
  create index payments_by_order on payments (order_id);
`
