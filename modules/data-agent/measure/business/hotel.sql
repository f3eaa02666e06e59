-- revenue by hotel last year
-- total price by hotel last year
-- total booking price per hotel in 2025
select h.name, sum(total_price) from bookings join rooms using (room_id) join hotels h using (hotel_id) where booked_on between '2025-01-01' and '2025-12-31' group by h.hotel_id;
-- How many bookings were made last month?
-- number of bookings in October 2026
select count(*) from bookings where booked_on between '2026-10-01' and '2026-10-31';
-- bookings by channel this year
-- number of bookings per channel in 2026
select channel, count(*) from bookings where booked_on between '2026-01-01' and '2026-12-31' group by channel;
-- average total price per channel
select channel, avg(total_price) from bookings group by channel;
-- average nights by hotel
-- average number of nights per booking for each hotel
select h.name, avg(nights) from bookings join rooms using (room_id) join hotels h using (hotel_id) group by h.hotel_id;
-- top 10 guests by total price
select g.full_name, sum(total_price) from bookings join guests g using (guest_id) group by g.guest_id order by 2 desc limit 10;
-- top 3 guests by number of bookings in 2026
select g.full_name, count(*) from bookings join guests g using (guest_id) where booked_on between '2026-01-01' and '2026-12-31' group by g.guest_id order by 2 desc limit 3;
-- guests from Canada
select full_name from guests where country = 'Canada';
-- bookings by guest country
-- number of bookings per country of the guest
select country, count(*) from bookings join guests using (guest_id) group by country;
-- guests without bookings
-- guests who never booked
select full_name from guests g where not exists (select 1 from bookings b where b.guest_id = g.guest_id);
-- most expensive room of each hotel
select h.name, r.room_id from rooms r join hotels h using (hotel_id) where nightly_rate = (select max(nightly_rate) from rooms x where x.hotel_id = r.hotel_id);
-- average nightly rate by room type
-- What is the average nightly rate per room type?
select room_type, avg(nightly_rate) from rooms group by room_type;
-- suites with a nightly rate under 200
select room_id from rooms where room_type = 'suite' and nightly_rate < 200;
-- bookings checking in next week
select booking_id from bookings where check_in between '2026-11-16' and '2026-11-22';
-- check-ins per month in 2026
select strftime('%Y-%m-01', check_in) m, count(*) from bookings where check_in between '2026-01-01' and '2026-12-31' group by m;
-- share of bookings by channel
select channel, 1.0 * count(*) / (select count(*) from bookings) from bookings group by channel;
-- what percentage of bookings was cancelled
select 100.0 * sum(status = 'cancelled') / count(*) from bookings;
-- rooms per hotel
-- number of rooms in each hotel
select h.name, count(*) from rooms join hotels h using (hotel_id) group by h.hotel_id;
-- hotels with more than 10 rooms
select h.name from rooms join hotels h using (hotel_id) group by h.hotel_id having count(*) > 10;
-- five star hotels
-- hotels with 5 stars
select name from hotels where stars = 5;
-- average total price by stars
select stars, avg(total_price) from bookings join rooms using (room_id) join hotels using (hotel_id) group by stars;
-- bookings longer than 7 nights
-- bookings of more than 7 nights
select booking_id from bookings where nights > 7;
-- bookings above the average price
select booking_id from bookings where total_price > (select avg(total_price) from bookings);
-- average rating by hotel this year
-- mean review rating per hotel in 2026
select h.name, avg(rating) from reviews join bookings using (booking_id) join rooms using (room_id) join hotels h using (hotel_id) where reviewed_on between '2026-01-01' and '2026-12-31' group by h.hotel_id;
-- which hotel has the best average rating
select h.name from reviews join bookings using (booking_id) join rooms using (room_id) join hotels h using (hotel_id) group by h.hotel_id order by avg(rating) desc limit 1;
-- reviews with a rating below 3 since July 2026
select review_id from reviews where rating < 3 and reviewed_on >= '2026-07-01';
-- bookings without a review
select booking_id from bookings b where not exists (select 1 from reviews r where r.booking_id = b.booking_id);
-- quarterly bookings in 2025
-- number of bookings per quarter of 2025
select date(booked_on, 'start of month', '-' || ((strftime('%m', booked_on) - 1) % 3) || ' months') q, count(*) from bookings where booked_on between '2025-01-01' and '2025-12-31' group by q;
-- year over year growth of bookings
select m, v, v * 1.0 / lag(v) over (order by m) - 1 from (select strftime('%Y-01-01', booked_on) m, count(*) v from bookings group by m);
-- occupancy rate by hotel last month
none;
-- guests staying tonight
select full_name from guests join bookings using (guest_id) where check_in <= '2026-11-15' and date(check_in, '+' || nights || ' days') > '2026-11-15';
-- average lead time between booking and check in by channel
select channel, avg(julianday(check_in) - julianday(booked_on)) from bookings group by channel;
-- guests who booked the same room twice
select distinct full_name from guests join bookings using (guest_id) group by guest_id, room_id having count(*) >= 2;
-- breakfast sales by hotel
-- staff per hotel
-- spa treatments last quarter
-- minibar revenue by room type
none;
