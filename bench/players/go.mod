module player2mqtt/bench/players

go 1.22
