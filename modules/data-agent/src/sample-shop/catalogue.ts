export const regions = ['North', 'South', 'East', 'West', 'Central'] as const

/** Name, index of its region, city, square metres. */
export const stores: readonly (readonly [string, number, string, number])[] = [
  ['Harbour Street', 1, 'Seattle', 820],
  ['Pine Market', 1, 'Portland', 540],
  ['Lakeside', 1, 'Minneapolis', 610],
  ['Peachtree Plaza', 2, 'Atlanta', 900],
  ['Bayou Corner', 2, 'New Orleans', 430],
  ['Alamo Square', 2, 'San Antonio', 700],
  ['Liberty Hall', 3, 'Philadelphia', 760],
  ['Beacon Hill', 3, 'Boston', 580],
  ['Hudson Yard', 3, 'New York', 1_150],
  ['Sunset Arcade', 4, 'Los Angeles', 1_020],
  ['Mission Row', 4, 'San Francisco', 650],
  ['Canyon View', 4, 'Phoenix', 500],
  ['Loop Station', 5, 'Chicago', 980],
  ['Arch Gate', 5, 'St. Louis', 470],
]

export const suppliers: readonly (readonly [string, string])[] = [
  ['Northwind Foods', 'Canada'],
  ['Alpine Outfitters', 'Switzerland'],
  ['Kobo Ceramics', 'Japan'],
  ['Verde Home', 'Italy'],
  ['Brightline Electronics', 'South Korea'],
  ['Oakley & Finch', 'United Kingdom'],
  ['Lumen Works', 'Netherlands'],
  ['Terra Garden', 'Spain'],
  ['Pacific Paper', 'United States'],
  ['Sommer Toys', 'Germany'],
]

/** Lowest price, highest price, names of products, and how often they are bought. */
export const categories: readonly {
  readonly name: string
  readonly prices: readonly [number, number]
  readonly weight: number
  readonly products: readonly string[]
}[] = [
  {
    name: 'Kitchen',
    prices: [8, 140],
    weight: 5,
    products: [
      'Cast Iron Pan',
      'Chef Knife',
      'Espresso Maker',
      'Mixing Bowl Set',
      'Cutting Board',
      'Stock Pot',
      'Tea Kettle',
      'Salad Spinner',
      'Spice Rack',
      'Bread Box',
    ],
  },
  {
    name: 'Electronics',
    prices: [25, 480],
    weight: 4,
    products: [
      'Wireless Earbuds',
      'Desk Speaker',
      'Smart Plug',
      'Action Camera',
      'Tablet Stand',
      'Noise Cancelling Headphones',
      'Portable Charger',
      'Fitness Watch',
      'E-Reader',
      'Webcam',
    ],
  },
  {
    name: 'Furniture',
    prices: [60, 620],
    weight: 2,
    products: [
      'Oak Bookshelf',
      'Reading Chair',
      'Side Table',
      'Standing Desk',
      'Shoe Bench',
      'Coat Rack',
      'Bed Frame',
      'Dining Chair',
      'TV Stand',
      'Filing Cabinet',
    ],
  },
  {
    name: 'Garden',
    prices: [6, 180],
    weight: 3,
    products: [
      'Pruning Shears',
      'Watering Can',
      'Raised Bed',
      'Garden Hose',
      'Bird Feeder',
      'Patio Heater',
      'Compost Bin',
      'Herb Planter',
      'Leaf Rake',
      'Solar Lantern',
    ],
  },
  {
    name: 'Outdoor',
    prices: [12, 320],
    weight: 3,
    products: [
      'Trail Backpack',
      'Two Person Tent',
      'Sleeping Bag',
      'Camp Stove',
      'Water Bottle',
      'Hiking Poles',
      'Head Lamp',
      'Rain Jacket',
      'Dry Bag',
      'Folding Chair',
    ],
  },
  {
    name: 'Toys',
    prices: [5, 95],
    weight: 4,
    products: [
      'Building Blocks',
      'Wooden Train',
      'Puzzle 1000',
      'Board Game Classic',
      'Plush Bear',
      'Kite',
      'Science Kit',
      'Doll House',
      'Marble Run',
      'Card Game',
    ],
  },
  {
    name: 'Stationery',
    prices: [2, 45],
    weight: 5,
    products: [
      'Fountain Pen',
      'Dotted Notebook',
      'Desk Planner',
      'Ink Bottle',
      'Sticky Notes',
      'Watercolor Set',
      'Sketch Pad',
      'Paper Lamp',
      'Gel Pen Pack',
      'Envelope Box',
    ],
  },
  {
    name: 'Clothing',
    prices: [10, 160],
    weight: 4,
    products: [
      'Merino Sweater',
      'Linen Shirt',
      'Denim Jacket',
      'Wool Socks',
      'Canvas Belt',
      'Cotton T-Shirt',
      'Winter Gloves',
      'Knit Scarf',
      'Running Shorts',
      'Sun Hat',
    ],
  },
]

export const firstNames =
  'Ada,Amir,Ana,Arjun,Beatriz,Ben,Carla,Chen,Clara,Daniel,Diego,Elena,Emma,Fatima,Felix,Grace,Hana,Hugo,Ines,Isaac,Jada,James,Julia,Kai,Kofi,Lara,Leo,Lina,Lucas,Maya,Mateo,Mia,Nadia,Noah,Nora,Olga,Omar,Owen,Priya,Quinn,Rafael,Rosa,Ruth,Sam,Sara,Sofia,Theo,Tomas,Uma,Vera,Victor,Wei,Yara,Yusuf,Zoe'.split(
    ',',
  )

export const lastNames =
  'Adams,Ahmed,Almeida,Baker,Bauer,Bennett,Castro,Chen,Clark,Costa,Cruz,Diaz,Dubois,Evans,Fischer,Flores,Garcia,Gupta,Hansen,Hughes,Ibrahim,Ito,Jensen,Johnson,Kaur,Kelly,Khan,Kim,Kowalski,Larsen,Lee,Lopez,Martin,Meyer,Mori,Murphy,Nguyen,Novak,Okafor,Olsen,Park,Patel,Perez,Quist,Reid,Rossi,Sato,Silva,Singh,Smith,Taylor,Torres,Usman,Vargas,Walker,Weber,Wong,Young,Zhang,Ziegler'.split(
    ',',
  )
