/** One kind of fact: how a person states it, and how somebody else asks for it weeks later in other words. */
export interface FactKind {
  /** `{x}` is the detail that the question asks for; `{y}` is the thing that both name. */
  say: readonly string[]
  /** The same in two turns: the other person asks, the answer names only the detail. */
  askFirst: readonly [question: string, answer: string]
  /** `{who}` is the speaker. None repeats a whole statement. */
  ask: readonly string[]
  /** Details. */
  x: readonly string[]
  /** Things. */
  y: readonly string[]
}

export const FACTS: readonly FactKind[] = [
  {
    say: ['I finally booked {y}, we leave in {x}.', 'The trip is settled: {y} in {x}.'],
    askFirst: ['When do you fly to {y}?', 'In {x}, if the bank is kind to us.'],
    ask: ['When is {who} travelling to {y}?', 'What date did {who} pick for the holiday in {y}?'],
    x: ['early March', 'late June', 'mid October', 'the first week of May', 'December'],
    y: ['Lisbon', 'Kyoto', 'Oslo', 'Marrakesh', 'Quito', 'Tallinn', 'Hanoi', 'Porto'],
  },
  {
    say: ['My {y} gave me {x} for my birthday.', 'Look what my {y} sent me: {x}!'],
    askFirst: ['Did your {y} remember your birthday?', 'Yes! There was {x} in the parcel.'],
    ask: ['What present did {who} get from the {y}?', "What was the gift of {who}'s {y}?"],
    x: ['a brass telescope', 'a wool scarf', 'two concert tickets', 'a cast iron pan', 'a fern'],
    y: ['sister', 'uncle', 'neighbour', 'cousin', 'grandmother', 'boss', 'godson', 'flatmate'],
  },
  {
    say: ['I started {y} lessons, {x} teaches me.', 'My {y} teacher is {x}, very patient.'],
    askFirst: ['Who shows you how to play the {y}?', '{x}, every Thursday after work.'],
    ask: ['Who is {who} learning the {y} from?', 'Name the person that instructs {who} on {y}.'],
    x: ['Mrs. Albrecht', 'old Tomas', 'a student named Priya', 'Mr. Okafor', 'Signor Bassi'],
    y: ['cello', 'accordion', 'trumpet', 'harp', 'banjo', 'clarinet', 'organ', 'flute'],
  },
  {
    say: ['The doctor says my {y} needs {x}.', 'Bad news about my {y}: {x}, they explained.'],
    askFirst: ['How is your {y} these days?', 'Not great. {x}, according to the clinic.'],
    ask: [
      'What treatment was prescribed for the {y} of {who}?',
      "What did the physician advise for {who}'s {y}?",
    ],
    x: ['six weeks of rest', 'a small operation', 'daily stretching', 'new shoes', 'cold baths'],
    y: ['knee', 'shoulder', 'back', 'wrist', 'ankle', 'hip', 'elbow', 'neck'],
  },
  {
    say: ['We adopted a {y} and named it {x}.', 'The new {y} is called {x}, it sleeps on my feet.'],
    askFirst: ['So what did you name the {y}?', '{x}! The children voted.'],
    ask: ["What is the name of {who}'s {y}?", 'How does {who} call the pet, the {y}?'],
    x: ['Biscuit', 'Captain', 'Nutmeg', 'Waffles', 'Zorro', 'Pickle', 'Saffron', 'Moss'],
    y: ['beagle', 'parrot', 'rabbit', 'tortoise', 'kitten', 'hamster', 'goat', 'ferret'],
  },
  {
    say: ['At work they moved me to {y}, my task is {x}.', 'I switched to {y} and now do {x}.'],
    askFirst: ['What do you do over at {y}?', 'Mostly {x}. It is calmer than before.'],
    ask: ['Which job does {who} have in {y}?', 'What are the new duties of {who} at {y}?'],
    x: [
      'checking invoices',
      'training newcomers',
      'planning routes',
      'testing pumps',
      'editing maps',
    ],
    y: [
      'the harbour office',
      'logistics',
      'the museum',
      'the water company',
      'the archive',
      'payroll',
    ],
  },
  {
    say: ['For the dinner I cooked {y} with {x}.', 'Tried a new {y} yesterday, the trick is {x}.'],
    askFirst: ['What makes your {y} taste like that?', 'It is {x}, just a little of it.'],
    ask: ["Which ingredient is special in {who}'s {y}?", 'What does {who} put into the {y}?'],
    x: ['smoked salt', 'orange peel', 'black cardamom', 'brown butter', 'pickled lemon', 'miso'],
    y: ['lentil stew', 'apple pie', 'fish soup', 'risotto', 'dumplings', 'goulash', 'ramen'],
  },
  {
    say: ['I sold my {y} and got {x} for it.', 'The {y} is gone, somebody paid {x}.'],
    askFirst: ['Did you get rid of the {y}?', 'Yes, for {x}. I had hoped for more.'],
    ask: [
      'How much money did {who} receive for the {y}?',
      'What was the price of the {y} that {who} let go?',
    ],
    x: ['forty euros', 'three hundred', 'a box of wine', 'nine hundred', 'sixty pounds'],
    y: [
      'old bicycle',
      'sewing machine',
      'canoe',
      'record player',
      'typewriter',
      'wardrobe',
      'tent',
    ],
  },
]

/** What people say between facts. Some of it names the same things, so that a word alone does not decide. */
export const CHATTER: readonly string[] = [
  'How have you been since we last spoke?',
  'That sounds lovely, tell me more.',
  'I was thinking about {y} the whole morning.',
  'Honestly I could not sleep, the heat was too much.',
  'My phone died twice today.',
  'Did you see the rain last night?',
  'People keep asking me about {y}.',
  'I need more coffee before I can answer that.',
  'We should meet in person soon.',
  'Work has been a lot this week.',
  'Someone at the market talked about {y} for an hour.',
  'Haha, that is so like you.',
  'The train was late again, as always.',
  'I read an article on {y}, quite dull.',
  'My weekend was quiet, just laundry and a walk.',
  'You always know what to say.',
  'Let us talk about that another time.',
  'I am proud of you, truly.',
  'It took me ages to find the keys.',
  'Oh, before I forget, greetings from my mother.',
]
